import type { ErrorData } from "./error-types.js";
import { errorData } from "./error-types.js";
import type { CheckedParams, LibraryParams, LibraryResult, MethodName, Params, Result } from "./methods.js";
import { methods } from "./methods.js";
import type { LibraryNotificationParams, NotificationName, NotificationParams } from "./notifications.js";
import { notifications } from "./notifications.js";
import { decode } from "./schema/parse.js";
import type { Schema } from "./schema/schema.js";
import { encode } from "./schema/translate.js";

/** The parameters of a method as they are sent. */
export const encodeParams = <M extends MethodName>(method: M, params: LibraryParams<M>): Params<M> =>
  encode(methods[method].params as Schema, params) as Params<M>;

/** The parameters of a method as they were received: checked, and with the library's names. Throws an InvalidArgumentError. */
export const decodeParams = <M extends MethodName>(method: M, params: unknown): CheckedParams<M> =>
  decode(methods[method].params as Schema, params, "") as CheckedParams<M>;

/** The result of a method as it is sent. */
export const encodeResult = <M extends MethodName>(method: M, result: LibraryResult<M>): Result<M> =>
  encode(methods[method].result as Schema, result) as Result<M>;

/** The result of a method as it was received: checked, and with the library's names. Throws an InvalidArgumentError. */
export const decodeResult = <M extends MethodName>(method: M, result: unknown): LibraryResult<M> =>
  decode(methods[method].result as Schema, result, "result") as LibraryResult<M>;

/** What a notification says as it is sent. */
export const encodeNotification = <N extends NotificationName>(
  method: N,
  params: LibraryNotificationParams<N>,
): NotificationParams<N> => encode(notifications[method].params as Schema, params) as NotificationParams<N>;

/** What a notification says as it was received. Throws an InvalidArgumentError. */
export const decodeNotification = <N extends NotificationName>(
  method: N,
  params: unknown,
): LibraryNotificationParams<N> =>
  decode(notifications[method].params as Schema, params, "") as LibraryNotificationParams<N>;

/** The `data` of an error answer as it was received. Throws an InvalidArgumentError. */
export const decodeErrorData = (data: unknown): ErrorData => decode(errorData, data, "data");
