/** The languages that transcribers of OpenAI's form take, as its documentation lists them: another one would be refused. */
const languages = new Set(
  (
    'af ar az be bg bs ca cs cy da de el en es et fa fi fr gl he hi hr hu hy id is it ja kk kn ko lt lv mi mk mr ms ne nl no pl pt ro ru sk ' +
    'sl sr sv sw ta th tl tr uk ur vi zh'
  ).split(' '),
)
const otherNames: Record<string, string> = { nb: 'no', nn: 'no', fil: 'tl', iw: 'he' }

/** A language (BCP 47) as a transcriber is told it; undefined where it finds it out by itself. */
export function transcribedAs(tag: string | undefined): string | undefined {
  const language = tag?.split('-', 1)[0]?.toLowerCase() ?? ''
  const name = otherNames[language] ?? language
  return languages.has(name) ? name : undefined
}
