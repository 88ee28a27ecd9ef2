/** A reason not to start that a person can act on: printed as its one sentence, without a stack, before exit 1. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The message of anything thrown, on one line, since a sentence for people is built around it. */
export function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
}
