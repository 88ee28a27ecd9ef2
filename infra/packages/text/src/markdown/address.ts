const scheme = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:mailto|tel|sms|data|javascript):)/i
const path = /^(?:\.{0,2}\/|#\p{L}|\?)/u
const fileOrHost = /[\p{L}\d_-]\.\p{L}{2,}/u

/**
 * Whether the bracket behind `[text]` has an address in it. Anything else is no link to a person who writes `f(x)[0](1)` or
 * `[Note]: important`, whatever CommonMark says: its words stay.
 */
export const isAddress = (target: string): boolean =>
  scheme.test(target) || path.test(target) || fileOrHost.test(target)
