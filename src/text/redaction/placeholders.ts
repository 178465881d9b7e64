const INTERPOLATION = /^(?:\$\{|\$\(|\{\{|#\{|<%|%\(|%\{|@\{)/;
const VARIABLE = /^\$(?:[A-Za-z_]\w*|\d|@)$/;
const FORMAT = /^(?:%[-+ #0-9.*]*[a-zA-Z](?:\\[rn])*|%[A-Za-z_]\w*%|\{[\w.!:[\]()'"]*\}|<[\w .:/-]*>?)$/;
const MASKED = /^(?:[*•·.…_#-]+|[xX]{3,})$/;

/** Whether a value only names where the real one comes from, or is already hidden by whoever printed it. */
export function isPlaceholder(value: string): boolean {
  if (MASKED.test(value) || INTERPOLATION.test(value) || FORMAT.test(value)) return true;
  // "$ecret1" is more likely a password than a variable; "$TOKEN1" and "$password" are variables.
  return VARIABLE.test(value) && (!/\d/.test(value) || !/[a-z]/.test(value));
}
