/**
 * cli/skill: `ptywright skill`. What does an agent have to know to use the verbs of the shell?
 * Must not know: any command by heart but those of its example; the table has them.
 */
export { printSkill } from "./skill.js";
