/** '12,480'. Not by Intl (`made-once.ts`): numbers are in every first window. @param count a whole number */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** A number and its noun: '1 try', '12,480 tries'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`
