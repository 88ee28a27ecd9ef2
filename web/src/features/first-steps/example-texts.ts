/** A first text in each language that a voice may have, by the first part of its tag. */
const examples: Record<string, string> = {
  en: 'The lamp on the pier is lit again, and the boats are coming home.',
  de: 'Die Lampe am Steg brennt wieder, und die Boote kommen nach Hause.',
  es: 'La lámpara del muelle vuelve a brillar, y las barcas regresan a casa.',
  fr: 'La lampe du quai brille de nouveau, et les bateaux rentrent au port.',
  it: 'La lampada sul molo è di nuovo accesa, e le barche tornano a casa.',
  pt: 'A lâmpada do cais voltou a brilhar, e os barcos estão voltando para casa.',
  hi: 'घाट का दीया फिर से जल उठा है, और नावें घर लौट रही हैं।',
  ja: '桟橋の明かりがまた灯り、舟が帰ってきます。',
  zh: '码头的灯又亮了，小船正在回家。',
}

/** @returns a text that a voice of this language can speak; the English one for a language without its own */
export const exampleIn = (language: string): string => examples[language.split('-')[0]!] ?? examples.en!
