import { describe, expect, test } from 'vitest'
import { worded } from '../src/wording/worded.ts'

/** Texts and how they are spoken, and texts whose figures are no fraction for certain. */
const languages: Record<string, { spoken: [string, string][]; same: string[] }> = {
  'en-US': {
    spoken: [
      ['a 1/2 price sale, the 1/4 note, a 1/8 inch bit', 'a half price sale, the quarter note, a one eighth inch bit'],
      [
        '1 3/8" wide, a 3/4" pipe, "add 1/2"',
        'one and three eighths inches wide, a three quarters inch pipe, "add one half"',
      ],
      ['1/2, 3/4 and 2/3', 'one half, three quarters and two thirds'],
      ['½, 2½, 12¾, ⅞, 1⁄2', 'one half, two and a half, twelve and three quarters, seven eighths, one half'],
      [
        '2 1/2 cups, 10 3/4 km, 24 7/8 inches',
        'two and a half cups, ten and three quarters kilometers, twenty-four and seven eighths inches',
      ],
      ['¾ cup, 5/8 inch, 1/2 hour', 'three quarters cup, five eighths inch, one half hour'],
      ['½ km, 3/4 lb, a 3/4 km run', 'half a kilometer, three quarters of a pound, a three quarters kilometer run'],
      ['a 3/4-inch pipe, a 5/8-inch bolt', 'a three-quarter-inch pipe, a five-eighths-inch bolt'],
      [
        'About 1/3 of us, nearly 2/3 voted, 7/10 of all',
        'About one third of us, nearly two thirds voted, seven tenths of all',
      ],
      ['1/2 or 3/4 cup, from 1/3 to 1/2', 'one half or three quarters cup, from one third to one half'],
      ['1/2-3/4 cup, 1/3 – 1/2 inch', 'one half to three quarters cup, one third to one half inch'],
      [
        '½–¾ cup, 1½–2 km, 2-2½ hours',
        'one half to three quarters cup, one and a half to 2 kilometers, 2 to two and a half hours',
      ],
      ['€2½ million, $½, 1½%', '2.5 million euros, 0.5 dollars, one and a half percent'],
      ['5\'6½", 123 1/2 Main Street', '5 feet six and a half inches, 123 and a half Main Street'],
      ['x½, 3.5½, 1234½', 'x one half, 3.5 one half, 1234 and a half'],
    ],
    same: [
      'on 3/4, since 1/2, due 3/4, dated 3/4, in 3/4 time',
      'Tues 3/4, posted 3/4, expires 3/4, effective 3/4, tomorrow 3/4',
      'Monday 3/4, May 1/2, Sat, 3/4, 3/4 March, meeting 3/4 at 5',
      '24/7, 9/11, 10/10, 80/20, 50/50, 20/20, 7/10, 5/12, 1/37, 2/2, 3/2',
      'and/or, km/hr, I/O, TCP/IP, 1/x, v1/2, a1/2, 1/2b, 5/8x',
      'page 1/2, step 1/3, part 2/3, Nr 3/4, score 3/4, 4/5 stars, (1/2), [2/3], [3/4: 8 8]',
      '32/64 bits, 16/32 and 2/4',
      'Main Street 3/4, Room 1/2, Version 1/2, The end. 2/3',
      '192.168.0.1/8, 1/2/3, 1/2.5, 2.1/2, 1,1/2',
      'https://a.example/1/2 and https://a.example/3/4?b=1/2',
      '1/5 Here is a thread',
      'in 2025 1/2, 3/4 12 30, open 9-5 1/2 days, type 1/2 diabetes',
      'on 1/2, 3/4, 24 7/8, page 3.5 1/2',
      'It is 1/2-3/4, 1/2–3/4 and 1/2 - 3/4.',
    ],
  },
  de: {
    spoken: [
      ['ein 1/4 Liter, zu 2/3 voll, mit 3/4 Liter', 'ein Viertel Liter, zu zwei Dritteln voll, mit drei Viertel Liter'],
      ['1/2 voll, 1/2 so groß', 'halb voll, halb so groß'],
      ['3/4, 1/2, ⅓', 'drei Viertel, ein halb, ein Drittel'],
      ['1/2 Liter Milch', 'ein halber Liter Milch'],
      [
        'Man nehme 1/2 Liter, 1/2 Tasse und 1/2 Kilo.',
        'Man nehme einen halben Liter, eine halbe Tasse und ein halbes Kilo.',
      ],
      ['vor 1/2 Stunde, eine 1/2 Stunde', 'vor einer halben Stunde, eine halbe Stunde'],
      ['1 1/2 Stunden, 2½ Stunden, 2 3/4 Liter', 'eineinhalb Stunden, zweieinhalb Stunden, zweidreiviertel Liter'],
      ['40½ kg, 5 3/8 Zoll', '40 einhalb Kilogramm, fünf drei Achtel Zoll'],
      [
        '3/4 der Leute, 1/2 der Leute, 3/10 des Weges',
        'drei Viertel der Leute, die Hälfte der Leute, drei Zehntel des Weges',
      ],
      ['3/4-Takt, 1/2-Liter-Flasche', 'Dreiviertel-Takt, Halb-Liter-Flasche'],
    ],
    same: [
      'bis zum 3/4, am 3/4, seit 1/2, Montag 3/4, 3/4 Mai',
      '24/7, 9/11, 10/10, 80/20, 7/10, 1/37, 3/2',
      'und/oder, a1/2, 1/2b, I/O, HTTP/1',
      'Seite 1/2, Nr. 3/4, Heft 1/2, (1/2), 4/5 Sterne',
      'Hauptstraße 3/4, Zimmer 1/2, Im Verhältnis 1/3',
      '1/2/3, 1/2,5, 2,1/2',
      'https://a.example/1/2',
      'In 2025 1/2',
    ],
  },
  fr: {
    spoken: [
      ['un 1/4 de finale, les 3/4 du temps', 'un quart de finale, les trois quarts du temps'],
      ['3/4, ½, 2/3', 'trois quarts, un demi, deux tiers'],
      ['1/2 heure, une 1/2 tasse, 1/2 litre', 'une demi-heure, une demi-tasse, un demi-litre'],
      ['3/4 heure, 3/4 litre', "trois quarts d'heure, trois quarts de litre"],
      ['2 1/2 heures, 1½ litre, 2½ km', 'deux heures et demie, un litre et demi, deux kilomètres et demi'],
      ['1/2 de la classe, 1/3 des gens, 3/4 d’eau', 'la moitié de la classe, un tiers des gens, trois quarts d’eau'],
    ],
    same: [
      'le 1/2, du 1/2 au 3/4, lundi 3/4, 3/4 mai',
      '24/7, 9/11, 10/10, 80/20, 7/10, 1/37, 3/2',
      'et/ou, a1/2, 1/2b, page 1/2, nº 3/4, (1/2), 4/5 étoiles',
      'Rue Mozart 3/4, https://a.example/1/2',
      '1/2/3, 1/2,5',
    ],
  },
  es: {
    spoken: [
      ['las 3/4 partes, un 1/4 de hora', 'las tres cuartas partes, un cuarto de hora'],
      ['3/4, ½, 2/3', 'tres cuartos, un medio, dos tercios'],
      ['1/2 hora, 1/2 kilo, 3/4 taza', 'media hora, medio kilo, tres cuartos de taza'],
      ['2 1/2 horas, 1 1/2 tazas, 2½ km', 'dos horas y media, una taza y media, dos kilómetros y medio'],
      ['2 3/4 tazas, 2½%', 'dos tazas y tres cuartos, dos y medio por ciento'],
      ['1/2 de la clase, 1/3 de la gente', 'la mitad de la clase, un tercio de la gente'],
    ],
    same: [
      'el 1/2, del 1/2 al 3/4, lunes 3/4, 3/4 mayo',
      '24/7, 9/11, 10/10, 80/20, 7/10, 1/37, 3/2',
      'y/o, a1/2, 1/2b, página 1/2, nº 3/4, (1/2), 4/5 estrellas',
      'compás de 3/4, Calle Mayor 3/4, https://a.example/1/2',
      '1/2/3, 1/2,5',
    ],
  },
  it: {
    spoken: [
      ["un 1/4 d'ora, i 3/4 del tempo", "un quarto d'ora, i tre quarti del tempo"],
      ['3/4, ½, 2/3', 'tre quarti, un mezzo, due terzi'],
      ['1/2 ora, 1/2 litro, 3/4 ora, 3/4 litro', "mezza ora, mezzo litro, tre quarti d'ora, tre quarti di litro"],
      ['2 1/2 ore, 1 1/2 ora, 2½ km', "due ore e mezza, un'ora e mezza, due chilometri e mezzo"],
      ['1/2 della classe, 1/3 delle persone', 'metà della classe, un terzo delle persone'],
    ],
    same: [
      'il 3/4, dal 1/2 al 3/4, lunedì 3/4, 3/4 maggio',
      '24/7, 9/11, 10/10, 80/20, 7/10, 1/37, 3/2',
      'e/o, a1/2, 1/2b, pagina 1/2, nº 3/4, (1/2), 4/5 stelle',
      'tempo di 3/4, Via Roma 3/4, https://a.example/1/2',
    ],
  },
  'pt-BR': {
    spoken: [
      ['3/4, ½, 2/3', 'três quartos, um meio, dois terços'],
      ['1/2 hora, 1/2 quilo, 3/4 xícara', 'meia hora, meio quilo, três quartos de xícara'],
      ['2 1/2 horas, 1 1/2 xícaras, 2½ km', 'duas horas e meia, uma xícara e meia, dois quilômetros e meio'],
      [
        '1/2 da turma, 1/3 das pessoas, 5/16 de polegada',
        'metade da turma, um terço das pessoas, cinco dezesseis avos de polegada',
      ],
    ],
    same: [
      'em 3/4, no 1/2, segunda 3/4, 3/4 maio',
      '24/7, 9/11, 10/10, 80/20, 7/10, 1/37, 3/2',
      'e/ou, a1/2, 1/2b, página 1/2, nº 3/4, (1/2), 4/5 estrelas',
      'Rua Augusta 3/4, https://a.example/1/2',
    ],
  },
  hi: {
    spoken: [
      ['½ कप, 1½ घंटे, 2½ किलोमीटर, 3½ साल', 'आधा कप, डेढ़ घंटे, ढाई किलोमीटर, साढ़े 3 साल'],
      ['2¼, 2¾, 3/4 कप, 5/8 इंच, 1/3', 'सवा 2, पौने 3, तीन चौथाई कप, 5 बटा 8 इंच, एक तिहाई'],
    ],
    same: ['24/7, 9/11, 10/10, 80/20, 7/10', 'पृष्ठ 1/2, (1/2), a1/2', 'https://a.example/1/2'],
  },
}

describe.each(Object.entries(languages))('fractions in %s', (language, { spoken, same }) => {
  test.each(spoken)('%j is %j', (text, expected) => {
    expect(worded(text, language)).toBe(expected)
  })
  test.each(same)('%j stays', (text) => {
    expect(worded(text, language)).toBe(text)
  })
})

test.each([
  ['1/2 + 1/4 = 3/4', '1/2 plus 1/4 equals 3/4'],
  ['x = 1/2, 1/2 * 3, -1/2', 'x equals 1/2, 1/2 times 3, minus 1/2'],
  ['1/2/2026, 2 1/2/2025', 'January 2, 2026, 2 January 2, 2025'],
  ['3/4 14:30', '3/4 14 30'],
])('beside signs and dates they stay: %j is %j', (text, expected) => {
  expect(worded(text, 'en-US')).toBe(expected)
})

test('a language without a table keeps them', () => {
  expect(worded('½ и 1/2', 'ru')).toBe('½ и 1/2')
})

test.each(Object.keys(languages))('a name that every JavaScript object has is a plain word in %s', (language) => {
  expect(worded('1/2 constructor', language)).toMatch(/ constructor$/)
  expect(worded('Chapter constructor IV', language)).toBe('Chapter constructor IV')
})
