/**
 * cli/doctor: `ptywright doctor`, what this machine has of what sessions need.
 * Must not: change anything, or promise what it has not tried.
 */
export { doctor, type DoctorOptions } from "./doctor.js";
