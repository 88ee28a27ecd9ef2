const minuteMs = 60_000
/** Pauses before the next try of a mail, in minutes. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1_440]

/** Mails of an account in an hour; a flood of causes is read in the app. */
export const maxMailsPerHour = 30

/** When a mail that failed is tried again, up to a tenth of its pause later; undefined: no more. @param tries that have failed @param random from 0 to 1 */
export function nextMailAt(tries: number, now: Date, random: number): Date | undefined {
  const pause = pauses[tries - 1]
  return pause === undefined ? undefined : new Date(Math.round(now.getTime() + pause * minuteMs * (1 + random / 10)))
}

/** Time for which a mail is of use, by its kind; a link that was asked for is over after an hour. */
export const usefulMs = (kind: string): number => (kind === 'password-forgotten' ? 60 : 3 * 24 * 60) * minuteMs
