import { editDistance, plainUnitsOf, type Unit } from '@utter/speech/domain/hearing/plain-units'

/** `wrong`: substitutions, omissions and insertions; `of`: units of the right form. */
export type Errors = { wrong: number; of: number }

/** Errors of what was heard against the nearest of the forms that are right. */
export function errorsOf(heard: string, forms: string[], unit: Unit = 'word'): Errors {
  const units = plainUnitsOf(heard, unit)
  const [nearest = { wrong: units.length, of: 0 }] = forms
    .map((form) => plainUnitsOf(form, unit))
    .map((right): Errors => ({ wrong: editDistance(units, right), of: right.length }))
    .sort((a, b) => a.wrong / a.of - b.wrong / b.of)
  return nearest
}

export const rateOf = (all: Errors[]): number =>
  all.reduce((sum, { wrong }) => sum + wrong, 0) / all.reduce((sum, { of }) => sum + of, 0)
