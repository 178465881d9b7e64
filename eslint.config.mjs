import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "build/", "node_modules/", "**/*.d.ts"] },
  {
    files: ["src/**/*.ts", "test/**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: ["./tsconfig.json", "./test/tsconfig.json"], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "max-lines": ["error", { max: 500 }],
      "no-restricted-syntax": [
        "error",
        {
          selector: "ExportDefaultDeclaration",
          message: "Export by name; a default export has no name to search for.",
        },
      ],
      eqeqeq: "error",
      "@typescript-eslint/no-floating-promises": "error",
      // `async` without `await` is how a check that fails becomes a rejection instead of a throw.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
    },
  },
  {
    files: ["**/*.test.ts"],
    rules: {
      // node:test's `test` returns a promise that the runner itself awaits.
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", name: ["test", "describe", "it"], package: "node:test" }] },
      ],
    },
  },
  {
    files: ["scripts/**/*.mjs", "soak/**/*.mjs", "benchmarks/**/*.mjs", "examples/**/*.mjs"],
    extends: [tseslint.configs.recommended],
  },
);
