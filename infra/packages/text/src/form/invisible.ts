/** Scripts in which a joiner decides the form of a letter, and with it the word. */
const joining = ['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh']
const letterThatJoins = `[${joining.map((script) => `\\p{scx=${script}}`).join('')}]`
const joiners = '\\u180B-\\u180D\\u200C\\u200D'
const invisible = new RegExp(
  `(?<!${letterThatJoins})[${joiners}]|[\\p{Default_Ignorable_Code_Point}--[${joiners}]]`,
  'gv',
)

const fillers = /[\u3164\uFFA0]/g
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const withoutText = /[[\p{Cc}--[\n\t]]\p{Co}\uFFF9-\uFFFD]/gv

/** A text without characters that show nothing: joiners stay where they are spelling; those that show a gap are blanks. */
export const withoutInvisible = (text: string): string =>
  text.replace(lineEnds, '\n').replace(fillers, ' ').replace(withoutText, ' ').replace(invisible, '')
