const maxNameCharacters = 40

/** The name of a job's file, by the beginning of its text and of its id: 'good-morning-b5527d31.mp3'. */
export function soundName({ id, userText }: { id: string; userText: string }, form = 'mp3'): string {
  const words = userText
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, maxNameCharacters)
    .replaceAll(/^-+|-+$/g, '')
  return [words, `${id.slice(0, 8)}.${form}`].filter(Boolean).join('-')
}
