import { english, french, german, italian, type Language, portuguese, spanish } from './sentences.ts'

/** A text as people write it, and the same in plain words: both should sound alike. */
export type Sign = [written: string, plain: string]

const englishSigns: Sign[] = [
  ['Press 1️⃣ for sales and 2️⃣ for help.', 'Press one for sales and two for help.'],
  ['The ﬁrst ofﬁcer has ﬁnished Ｈｉｓ 𝐰𝐨𝐫𝐤.', 'The first officer has finished his work.'],
  ['The author J. R. R. Tolkien met C. S. Lewis.', 'The author J R R Tolkien met C S Lewis.'],
  ['**Important:** press the `blue` button, ~~not~~ *now*.', 'Important: press the blue button, not now.'],
  ['# News\n\n- one apple\n- two pears\n\n> That is all.', 'News. One apple. Two pears. That is all.'],
  ['| name | age |\n|---|---|\n| Anna | 7 |\n| Peter | 12 |', 'Name, age. Anna, seven. Peter, twelve.'],
  ['See [our page](https://example.com/a?b=c) for more.', 'See our page for more.'],
  ['It costs £5, and €20 in Paris.', 'It costs five pounds, and twenty euros in Paris.'],
  ['It was −5 °C & windy.', 'It was minus five degrees Celsius and windy.'],
  [
    '2*3*4 = 24, and 10 ÷ 2 ≠ 6.',
    'Two times three times four equals twenty four, and ten divided by two is not equal to six.',
  ],
  [
    'Gen. Smith of Acme Inc. paid approx. 5 dollars.',
    'General Smith of Acme Incorporated paid approximately five dollars.',
  ],
  ['Read pages 10–20 at 60 km/h.', 'Read pages ten to twenty at sixty kilometers per hour.'],
  [
    'The 1990s were loud, 😀 and 50% of us 👍🏽 sang.',
    'The nineteen nineties were loud, and fifty percent of us sang.',
  ],
  ['Nooooooo, that was a looooong day!', 'No, that was a long day!'],
]
const spanishSigns: Sign[] = [
  ['Cuesta 20 € y dura 3 h.', 'Cuesta veinte euros y dura tres horas.'],
  ['El **50 %** de la clase & el profesor.', 'El cincuenta por ciento de la clase y el profesor.'],
  ['Hace −5 °C en la montaña.', 'Hace menos cinco grados Celsius en la montaña.'],
]
const frenchSigns: Sign[] = [
  ['Ça coûte 20 € et il fait −5 °C.', 'Ça coûte vingt euros et il fait moins cinq degrés Celsius.'],
  ['Le **50 %** de la classe & le professeur.', 'Le cinquante pour cent de la classe et le professeur.'],
]
const italianSigns: Sign[] = [
  ['La valigia costa 20 € e pesa 3 kg in tutto.', 'La valigia costa venti euro e pesa tre chilogrammi in tutto.'],
  ['Il **50 %** della classe & il professore.', 'Il cinquanta per cento della classe e il professore.'],
]
const portugueseSigns: Sign[] = [
  ['Custa 20 € e pesa 3 kg.', 'Custa vinte euros e pesa três quilogramas.'],
  ['O **50 %** da turma & o professor.', 'O cinquenta por cento da turma e o professor.'],
]

const germanSigns: Sign[] = [
  ['Das kostet 20 € und wiegt 3 kg.', 'Das kostet zwanzig Euro und wiegt drei Kilogramm.'],
  ['**50 %** der Klasse & der Lehrer.', 'Fünfzig Prozent der Klasse und der Lehrer.'],
]

export const signsToHear: { voiceId: string; language: Language; signs: Sign[] }[] = [
  { voiceId: 'af_heart', language: english, signs: englishSigns },
  { voiceId: 'joe', language: english, signs: englishSigns },
  { voiceId: 'slt', language: english, signs: englishSigns },
  { voiceId: 'greta', language: german, signs: germanSigns },
  { voiceId: 'ef_dora', language: spanish, signs: spanishSigns },
  { voiceId: 'ff_siwis', language: french, signs: frenchSigns },
  { voiceId: 'if_sara', language: italian, signs: italianSigns },
  { voiceId: 'pf_dora', language: portuguese, signs: portugueseSigns },
]
