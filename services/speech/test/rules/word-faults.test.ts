import { describe, expect, test } from 'vitest'
import { wordFaultsOf } from '../../src/domain/hearing/word-faults.ts'

const kindsOf = (text: string, heard: string, language?: string) =>
  wordFaultsOf(text, heard, language)?.map(({ kind }) => kind)

const sentence = 'The patient must not take this medicine before a meal.'

describe('a fault in a word is found', () => {
  test.each([
    ['left out', sentence, 'The patient must take this medicine before a meal.'],
    ['left out', sentence, 'The patient must not take this medicine before a'],
    ['left out', sentence, 'Patient must not take this medicine before'],
    ['left out', 'No, thank you very much.', 'Thank you very much.'],
    ['doubled', sentence, 'The patient must must not take this medicine before a meal.'],
    ['doubled', sentence, 'The patient must not take this medicine this medicine before a meal.'],
    ['more', sentence, 'The patient must not ever take this medicine before a meal.'],
    ['another', sentence, 'The patient must not take this photograph before a meal.'],
    ['another', 'The bill is $41.', 'The bill is $43.'],
    ['another', 'She said yes.', 'She said hmm no.'],
  ])('%s: %s → %s', (kind, text, heard) => expect(kindsOf(text, heard, 'en')).toContain(kind))

  test('in two words that are swapped, by one kind or the other', () => {
    expect(kindsOf('My brother bought fresh bread.', 'My brother bought bread fresh.', 'en')).not.toEqual([])
  })

  test('in a long text at its place, once', () => {
    const text = Array.from({ length: 12 }, (_, index) => `${sentence} That is rule number ${index + 1}.`).join(' ')
    const at = text.lastIndexOf('medicine ')
    const faults = wordFaultsOf(text, text.slice(0, at) + text.slice(at + 'medicine '.length), 'en')
    expect(faults).toMatchObject([{ kind: 'left out', isSpelling: false }])
  })
})

describe('how a transcriber writes what was said is no fault', () => {
  test.each([
    ['case and punctuation', 'Well: he said “yes” (twice)!', "well he said 'yes' - twice"],
    [
      'a number in figures',
      'Forty-one, he said, and not one more than twenty-seven.',
      '41, he said, and not one more than 27.',
    ],
    ['a number in words', 'In 1984 it had 3 rooms.', 'In nineteen eighty-four it had three rooms.'],
    ['money and percent', 'It costs $3.2M, 50% more.', 'It costs 3.2 million dollars, 50 percent more.'],
    ['thousands with and without a mark', 'It is 1,250 euros.', 'It is 1250 euros.'],
    ['a time', 'Come at half past eleven tonight.', 'Come at 11:30 tonight.'],
    ['letters of an abbreviation', 'The FBI and the U.S.A. agree.', 'The F.B.I. and the USA agree.'],
    ['words written together', 'Every one is on line, as every day.', 'Everyone is online, as everyday.'],
    ['a contraction', 'I do not know what they are for.', "I don't know what they're for."],
    ['a homophone that is near', 'Their flower is by the sea.', 'There flour is by the see.'],
    ['the spelling of another country', 'The harbour is my favourite colour.', 'The harbor is my favorite color.'],
    ['two words that sound alike, written once', 'Press two to speak.', 'Press two speak.'],
    ['a filler', 'Well, um, I think, hmm, so.', 'Well, I think so.'],
    ['a short word', 'All of the windows were broken.', 'All the windows were broken.'],
    ['directions that are not spoken', '[whispers] Come in.', 'Come in.'],
    ['Markdown', '**Press** the `red` button.', 'Press the red button.'],
  ])('%s', (_, text, heard) => expect(wordFaultsOf(text, heard, 'en')).toEqual([]))
})

test('a name, or a word that sounds the same, may be the transcriber’s spelling, and a word that is missing may not', () => {
  expect(wordFaultsOf('Siobhan writes to the knight.', 'Chivon rights to the knight.', 'en')).toMatchObject([
    { kind: 'another', isSpelling: true },
  ])
  expect(wordFaultsOf(sentence, 'The patient must take this medicine before a meal.')).toMatchObject([
    { kind: 'left out', isSpelling: false },
  ])
})

test('the same spelling has the same key in another take, and another one has not', () => {
  const keys = (heard: string) => wordFaultsOf('Siobhan reads a book.', heard, 'en')?.map(({ key }) => key)
  expect(keys('Chivon reads a book.')).toEqual(keys('chivon reads, a book'))
  expect(keys('Chivon reads a book.')).not.toEqual(keys('Jovan reads a book.'))
})

describe('what has too little in common with the text is no judgement of it', () => {
  test.each([
    ['another text', sentence, 'Thanks for watching, and see you next time.'],
    ['another script', 'मेरी बहन ने बाज़ार से रोटी और टमाटर खरीदे।', 'میری بہن نے بازار سے روٹی اور ٹماٹر خریدے'],
    ['a text that goes on without an end', 'She said yes.', 'She said yes. '.repeat(200)],
    ['a page', sentence, '<html><body><h1>Bad Gateway</h1></body></html>'],
  ])('%s', (_, text, heard) => expect(wordFaultsOf(text, heard)).toBeUndefined())
})

/** A sentence of each language, and a word of it that is left out. */
const languages: [language: string, text: string, leftOut: string][] = [
  ['en', 'The museum is closed on Monday, but the garden is open.', 'closed '],
  ['de', 'Das Museum ist am Montag geschlossen, aber der Garten ist geöffnet.', 'geschlossen'],
  ['es', 'El museo está cerrado los lunes, pero el jardín abre todos los días.', 'cerrado '],
  ['fr', "Personne n'a cru cette histoire avant de voir la photo dans le journal.", 'histoire '],
  ['it', "L'uomo ha spiegato la lezione con molta pazienza.", 'lezione '],
  ['pt', 'Amanhã de manhã vamos à praia com os nossos amigos.', 'praia '],
  ['pl', 'Port był spokojny, kiedy dziś rano przypłynęły pierwsze łodzie.', 'spokojny'],
  ['ru', 'В гавани было тихо, когда сегодня утром пришли первые лодки.', 'тихо'],
  ['tr', 'Bu sabah ilk tekneler geldiğinde liman çok sessizdi.', 'tekneler '],
  ['hi', 'मेरी बहन ने बाज़ार से रोटी और टमाटर खरीदे।', 'बाज़ार '],
  ['ar', 'كان الميناء هادئا عندما وصلت القوارب الأولى هذا الصباح.', 'هادئا '],
  ['ja', '今朝、最初の船が入ってきたとき、港は静かでした。', '入ってきた'],
  ['zh', '今天早上第一批船进港的时候，港口很安静。', '早上'],
  ['ko', '오늘 아침 첫 배들이 들어왔을 때 항구는 조용했습니다.', '항구는 '],
  ['th', 'ท่าเรือเงียบสงบเมื่อเรือลำแรกเข้ามาในเช้านี้', 'เงียบสงบ'],
]
test.each(languages)(
  '%s: the sentence as it is is whole, without its marks too, and one that lacks a word is not',
  (language, text, leftOut) => {
    expect(text).toContain(leftOut)
    expect(wordFaultsOf(text, text, language)).toEqual([])
    expect(wordFaultsOf(text, text.replace(/[.,。，、。।]/gu, '').toLowerCase(), language)).toEqual([])
    expect(kindsOf(text, text.replace(leftOut, ''), language)).toEqual(['left out'])
  },
)

test.each([
  ['de', 'Das kostet 20 € und wiegt drei Kilogramm.', 'Das kostet zwanzig Euro und wiegt 3 kg.'],
  ['fr', "J'ai 99 ans et l'homme n'est pas là.", "J'ai quatre-vingt-dix-neuf ans et l'homme n'est pas là."],
  ['es', 'El 50 % de la clase está aquí.', 'El cincuenta por ciento de la clase está aquí'],
  ['ko', '오늘 아침 첫 배들이 들어왔습니다.', '오늘아침 첫배들이 들어왔습니다'],
  ['ja', '今朝、船が入ってきたとき、港は静かでした。', '今朝、船が入って来た時、港は静かでした'],
  ['zh', '他们二十岁的时候在这里。', '他們20歲的時候在這裡'],
  ['ar', 'هَذَا هُوَ الصَّبَاحُ', 'هذا هو الصباح'],
])('%s: %s is whole as %s', (language, text, heard) => expect(wordFaultsOf(text, heard, language)).toEqual([]))

test('a passage of the longest that a vendor is sent is compared in less than a second', () => {
  const text = `${sentence} `.repeat(19)
  const heard = text.replaceAll('medicine', 'photograph').replaceAll('patient', 'doctor')
  const begun = performance.now()
  expect(wordFaultsOf(text, heard, 'en')).toHaveLength(38)
  expect(performance.now() - begun).toBeLessThan(1_000)
})
