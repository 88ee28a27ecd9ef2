// Values of a key as they are typed into a form.

/** A number as typed, none where nothing is; what is no number is left for the schema to refuse. */
export const numberOf = <None>(text: string, none: None): number | None => (text.trim() === '' ? none : Number(text))

/** Addresses and ranges, one a line or with commas between them. */
export const networksIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
