/** A day (`2026-11-27`) in the words of a language. */
export function dateWords(day: string, language: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return new Intl.DateTimeFormat([language, 'en'], { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}
