const centuries = [
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
]
const decades = ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties']
const decadeOf = (tens: string) => decades[Number(tens) - 2]

/** English alone: decades (a voice reads 1990 and an s), `No. 5`, and the sharp of a note or a language. */
export const withoutEnglish = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}.,])(1[1-9]|20)([2-9])0['’]?s(?!\p{L})/gu, (match, century: string, tens: string) => {
      const decade = decadeOf(tens)
      return decade ? `${centuries[Number(century) - 11]} ${decade}` : match
    })
    .replace(
      /(?<![\p{L}\p{N}.,])(1[1-9])00['’]?s(?!\p{L})/gu,
      (_, century: string) => `${centuries[Number(century) - 11]} hundreds`,
    )
    .replace(/(?<![\p{L}\p{N}.,])['’]?([2-9])0['’]?s(?!\p{L})/gu, (match, tens: string) => decadeOf(tens) ?? match)
    .replace(/(?<!\p{L})Nos?\. ?(?=\d)/gu, 'number ')
    .replace(/(?<!\p{L})([A-G])[#♯](?!\p{L})/gu, '$1 sharp')
