/** One end of a connection: messages as JSON texts, whole and in order. */
export interface MessageChannel {
  send(json: string): void;
  /** Called with each message from the other end. One listener. */
  onMessage(listener: (json: string) => void): void;
  /** Called once, when nothing more can be sent or received; with the reason if it was not asked for. */
  onClose(listener: (reason?: Error) => void): void;
  close(): void;
}
