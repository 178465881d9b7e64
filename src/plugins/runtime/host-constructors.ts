import type { ObjectNode, PluginPermission, SchemaNode } from "../../protocol/index.js";
import { STEP_PERMISSIONS, action, matcher, planStep } from "../../protocol/index.js";

/** How one argument of a constructor is checked. */
export interface ArgumentKind {
  readonly is: "text" | "integer" | "array" | "anything";
  readonly isOptional?: boolean;
}

/** What a constructor makes beside its type: nothing, a plain value, or a value with named fields, one for each argument. */
export type ConstructorShape = null | ArgumentKind | readonly (readonly [name: string, argument: ArgumentKind])[];

/** The functions of the global `ptywright` that make the wire's own shapes, by group and type. Plain data: it goes to another thread. */
export type HostConstructors = Readonly<
  Record<"action" | "matcher" | "step", Readonly<Record<string, ConstructorShape>>>
>;

/** Seven arguments by their places would tell a reader nothing: a plugin writes it as a table. */
const WITHOUT_CONSTRUCTOR: readonly string[] = ["mouse"];

/** Those that a plugin with these permissions may use. A plugin that is built of them sends what a client would send. */
export function hostConstructors(permissions: readonly string[]): HostConstructors {
  const granted = <T>(
    shapes: Readonly<Record<string, T>>,
    needs: (type: string) => PluginPermission,
  ): Record<string, T> =>
    Object.fromEntries(Object.entries(shapes).filter(([type]) => permissions.includes(needs(type))));
  const needed = (type: string): PluginPermission => STEP_PERMISSIONS[type as keyof typeof STEP_PERMISSIONS];
  const actions = shapesOf(action.of());
  const steps = Object.fromEntries(
    Object.entries(shapesOf(planStep)).filter(([type]) => !Object.hasOwn(actions, type)),
  );
  return {
    action: granted(actions, needed),
    matcher: granted(shapesOf(matcher.of()), () => "matcher.wait"),
    step: granted(steps, needed),
  };
}

function shapesOf(node: SchemaNode): Record<string, ConstructorShape> {
  if (node.kind !== "tagged") throw new TypeError(`constructors are made of several kinds, not of ${node.kind}`);
  const shapes = Object.entries(node.variants).filter(([type]) => !WITHOUT_CONSTRUCTOR.includes(type));
  return Object.fromEntries(shapes.map(([type, variant]) => [type, shapeOf(variant)]));
}

function shapeOf({ fields }: ObjectNode): ConstructorShape {
  if (!Object.hasOwn(fields, "value")) return null;
  const { schema } = fields["value"];
  if (schema.kind !== "object") return argumentOf(schema);
  return Object.entries(schema.fields).map(([name, { schema: part, presence }]) => [
    name,
    { ...argumentOf(part), isOptional: presence !== "required" },
  ]);
}

/** What is anything else is checked where the whole is. */
function argumentOf({ kind }: SchemaNode): ArgumentKind {
  if (kind === "string" || kind === "enum") return { is: "text" };
  if (kind === "number") return { is: "integer" };
  return kind === "array" ? { is: "array" } : { is: "anything" };
}
