/**
 * The command that leaves a word which the program did not say, as its own hooks leave theirs: whole, since what is seen half written is no word.
 * @param {object} word
 */
export const leave = (word) =>
  `printf '%s' '${JSON.stringify(word)}' > "$PTYWRIGHT_CHANNEL/.forged" && mv "$PTYWRIGHT_CHANNEL/.forged" "$PTYWRIGHT_CHANNEL/forged"`;
