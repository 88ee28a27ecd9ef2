import { describe, expect, test } from 'vitest'
import { worded } from '../src/wording/worded.ts'

describe.each<[string, [string, string][]]>([
  [
    'money',
    [
      ['£5, €20.50 and ¥1,000', '5 pounds, 20.50 euros and 1,000 yen'],
      ['$1, $1.00, $.50, 1 €', '1 dollar, 1.00 dollars, .50 dollars, 1 euro'],
      ['$3.2M, €5bn, $10k, $5 million', '3.2 million dollars, 5 billion euros, 10 thousand dollars, 5 million dollars'],
      ['$3.2M Then €5M.', '3.2 million dollars Then 5 million euros.'],
      [
        'US$5, A$7, R$ 9, ₹50, 5 EUR',
        '5 US dollars, 7 Australian dollars, 9 Brazilian reals, 50 Indian rupees, 5 euros',
      ],
      ['-$5, $-5, $5–10, $5-$10', 'minus 5 dollars, minus 5 dollars, 5 to 10 dollars, 5 to 10 dollars'],
      ['$5 apples, $x, a $ alone', '5 dollars apples, $x, a $ alone'],
    ],
  ],
  [
    'measures',
    [
      [
        '60 km/h, −5 °C, 45°, 50%, 1 kg',
        '60 kilometers per hour, minus 5 degrees Celsius, 45 degrees, 50 percent, 1 kilogram',
      ],
      ['5 m², 3 cm³, 100m, 6\'2"', '5 square meters, 3 cubic centimeters, 100 meters, 6 feet 2 inches'],
      ['10–20 km, 5-10%', '10 to 20 kilometers, 5 to 10 percent'],
      ['5G, 4K, iPhone 5s, 3 in a row, 100 moths', '5G, 4K, iPhone 5s, 3 in a row, 100 moths'],
    ],
  ],
  [
    'letters that are held down',
    [
      [`${'s'.repeat(40)}, NOOOOOO, yesssss, goooooal`, 's, NO, yes, goal'],
      ['Coooool, sweeeeeet, sooooo, looooong, heeeeelp', 'Cool, sweet, so, long, help'],
      ['XXXX, hmmm, #ffffff, 哈哈哈哈哈, 00000000', 'XXXX, hmmm, #ffffff, 哈哈哈哈哈, 00000000'],
    ],
  ],
  [
    'dates and times',
    [
      ['2025-03-04, 03/04/2025, 13/04/2025', 'March 4, 2025, March 4, 2025, April 13, 2025'],
      ['14:30, 9:00 a.m., 9:00, 14:05, 10:30:15', "14 30, 9 a.m., 9 o'clock, 14 05, 10 30 15"],
      ['2025-13-40, 99/99/2025', '2025-13-40, 99 99 2025'],
      ["the 1990s, 1900s, '80s and 1980's", 'the nineteen nineties, nineteen hundreds, eighties and nineteen eighties'],
    ],
  ],
  [
    'figures',
    [
      ['10–20, 10-20, 2024-25, F-16', '10 to 20, 10 to 20, 2024-25, F-16'],
      ['3:1, 16:9, 40:31, 1:2:3', '3 to 1, 16 to 9, 40 31, 1:2:3'],
      ['+1 (555) 123-4567, 555-1234', 'plus 1, 5 5 5, 1 2 3, 4 5 6 7, 5 5 5, 1 2 3 4'],
      [
        'x² + y³, 10⁻³, 2⁵, word² (x²).',
        'x squared plus y cubed, 10 to the power of minus 3, 2 to the power of 5, word 2 (x squared).',
      ],
      ['½, 2½, ¾, H₂O, 10₂', 'one half, two and a half, three quarters, H2O, 10 2'],
      ['2 1/2 cups, 10 3/4 km', 'two and a half cups, ten and three quarters kilometers'],
      ['on 1/2, 3/4, 24 7/8, page 3.5 1/2, 2 1/2/2025', 'on 1/2, 3/4, 24 7/8, page 3.5 1/2, 2 January 2, 2025'],
      ['#1, №5, § 3, No. 5', 'number 1, number 5, section 3, number 5'],
      ['1,234,567.89, v2.0.1, 192.168.0.1, 1/2, 1st', '1,234,567.89, v2.0.1, 192.168.0.1, 1/2, 1st'],
    ],
  ],
  [
    'arithmetic',
    [
      ['17 + 25 = 42', '17 plus 25 equals 42'],
      ['2*3*4 = 24, 2 * 3, 3×4, 6÷2', '2 times 3 times 4 equals 24, 2 times 3, 3 times 4, 6 divided by 2'],
      ['10 - 5 = 5, 10 − 5, (−5), - 5 degrees', '10 minus 5 equals 5, 10 minus 5, (minus 5), - 5 degrees'],
      ['x^2, 2**3', 'x to the power of 2, 2 to the power of 3'],
      [
        '2 ≠ 3, a != b, a == b, 5 >= 3 <= 4',
        '2 is not equal to 3, a is not equal to b, a equals b, 5 is at least 3 is at most 4',
      ],
      ['5 < 6, x > y', '5 is less than 6, x is greater than y'],
      ['~5, ≈6, ±3, √9', 'about 5, about 6, plus or minus 3, the square root of 9'],
    ],
  ],
  [
    'signs',
    [
      ['AT&T, Q&A, you & me, a && b', 'AT and T, Q and A, you and me, a and b'],
      ['A → B, a->b, x => y', 'A to B, a to b, x to y'],
      ['one • two | three', 'one, two, three'],
      ['C++, C#, #tag, 18+', 'C plus plus, C sharp, #tag, 18 plus'],
      ['© 2025 Utter™ ✓ ★', 'copyright 2025 Utter '],
      ['File > Save, <speak>hi</speak>', 'File Save, speak hi speak '],
      ['===== a ----- b', ' a — b'],
    ],
  ],
  [
    'what is left alone',
    [
      ['...then, .NET, ./x, .5, x?y', '...then, .NET, ./x, .5, x?y'],
      ['https://a.example/b?c=d&e=f+g me+x@a.example', 'https://a.example/b?c=d&e=f+g me+x@a.example'],
      ['snake_case, kebab-case, e-mail, and/or, C:\\me', 'snake_case, kebab-case, e-mail, and/or, C:\\me'],
      ['"Yes," he said – \'no\' (maybe)…', '"Yes," he said – \'no\' (maybe)…'],
    ],
  ],
])('%s in English', (_, cases) => {
  test.each(cases)('%j is %j', (text, expected) => {
    expect(worded(text, 'en-US')).toBe(expected)
  })
})

const text = '03/04/2025, 14:30, 14:00: 5 + 3 = 8 & x², 10–20, 5 m², −5 °C, € 20.50, $3.2M, 1 $'
test.each([
  [
    'en-GB',
    "3 April 2025, 14 30, 14 o'clock: 5 plus 3 equals 8 and x squared, 10 to 20, 5 square metres, minus 5 degrees Celsius, 20.50 euros, 3.2 million dollars, 1 dollar",
  ],
  [
    'es',
    '3 de abril de 2025, 14 y 30, 14 en punto: 5 más 3 es igual a 8 y x al cuadrado, 10 a 20, 5 metros cuadrados, menos 5 grados Celsius, 20,50 euros, 3,2 millones de dólares, 1 dólar',
  ],
  [
    'fr-FR',
    '3 avril 2025, 14 heures 30, 14 heures: 5 plus 3 égale 8 et x au carré, 10 à 20, 5 mètres carrés, moins 5 degrés Celsius, 20,50 euros, 3,2 millions de dollars, 1 dollar',
  ],
  [
    'it',
    '3 aprile 2025, 14 e 30, 14 in punto: 5 più 3 uguale a 8 e x al quadrato, 10 a 20, 5 metri quadrati, meno 5 gradi Celsius, 20,50 euro, 3,2 milioni di dollari, 1 dollaro',
  ],
  [
    'pt-BR',
    '3 de abril de 2025, 14 e 30, 14 horas: 5 mais 3 é igual a 8 e x ao quadrado, 10 a 20, 5 metros quadrados, menos 5 graus Celsius, 20,50 Euros, 3,2 milhões de dólares, 1 dólar',
  ],
  [
    'de',
    '3. April 2025, 14 Uhr 30, 14 Uhr: 5 plus 3 gleich 8 und x hoch 2, 10 bis 20, 5 Quadratmeter, minus 5 Grad Celsius, 20,50 Euro, 3,2 Millionen Dollar, 1 Dollar',
  ],
  [
    'hi',
    '3 अप्रैल 2025, 14 बजकर 30 मिनट, 14 बजे: 5 जमा 3 बराबर 8 और x का वर्ग, 10 से 20, 5 वर्ग मीटर, माइनस 5 डिग्री सेल्सियस, 20.50 यूरो, 3.2 मिलियन डॉलर, 1 डॉलर',
  ],
  // Without a table: what `Intl` knows, and signs that engines have names for.
  [
    'ru',
    '03/04/2025, 14:30, 14:00: 5 + 3 = 8 & x², 10–20, 5 m², −5 градусов Цельсия, 20,50 евро, 3,2 миллиона долларов США, 1 доллар США',
  ],
])('in %s', (language, expected) => {
  expect(worded(text, language)).toBe(expected)
})

test.each(['es', 'pt-BR', 'it'])('an ordinal of %s comes without the point before its letter', (language) => {
  expect(worded('3.º, 2.ª, 1º', language)).toBe('3º, 2ª, 1º')
})
