/** Codes of system calls, of name look-ups and of `fetch` (undici). */
const codes = /^(ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|ENOSPC$|UND_ERR)/
/** Ends of an `AbortSignal`; `AbortSignal.timeout` names its own. */
const names = new Set(['AbortError', 'TimeoutError'])

/** Whether a fault of Node itself ends by itself: a connection, a name server, a full disk, a deadline. */
export function isTransientNode(error: Error): boolean {
  return names.has(error.name) || codes.test(String((error as NodeJS.ErrnoException).code ?? ''))
}
