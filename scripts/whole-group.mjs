// The first import of a group of test files: one that ends the process would take the tests of the others with it, unseen.
let isOver = false;
process.on("beforeExit", () => (isOver = true));
process.on("exit", (code) => {
  if (isOver || code !== 0) return;
  process.exitCode = 1;
  console.error(
    "A test called process.exit: the tests after it were not run. Name the file that does so *.alone.test.ts.",
  );
});
