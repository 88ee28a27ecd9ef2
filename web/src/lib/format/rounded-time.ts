import { counted } from './counted.ts'

/** '12 s', '3 minutes': a time that is about so long. @param seconds a whole number */
export const roundedTime = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : counted(Math.round(seconds / 60), 'minute')
