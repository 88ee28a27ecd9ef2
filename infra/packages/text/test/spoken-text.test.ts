import { expect, test } from 'vitest'
import { spokenText } from '../src/spoken-text.ts'

test.each([
  ['Press 1️⃣ for sales, 2️⃣ for support', 'Press 1 for sales, 2 for support'],
  ['...then use .NET and ./x at .5', '...then use .NET and ./x at .5'],
  ['The author J. R. R. Tolkien met C. S. Lewis', 'The author J. R. R. Tolkien met C. S. Lewis'],
  [
    '**Important:** press the `OK` key, see [the guide](https://a.example/x?y=1)',
    'Important: press the OK key, see the guide',
  ],
  ['£5, €20.50, $3.2M, ¥1,000 & 50%', '5 pounds, 20.50 euros, 3.2 million dollars, 1,000 yen and 50 percent'],
  ['The ﬁrst ofﬁcer, Ｆｕｌｌ width, 𝐛𝐨𝐥𝐝, cafe\u0301, ze\u200Bro', 'The first officer, Full width, bold, café, zero'],
  ['03/04/2025 14:30, Gen. 60 km/h −5 °C', 'March 4, 2025 14 30, Gen. 60 kilometers per hour minus 5 degrees Celsius'],
  ['+1 (555) 123-4567, v2.0.1, 1990s', 'plus 1, 5 5 5, 1 2 3, 4 5 6 7, v2.0.1, nineteen nineties'],
  [
    '2*3*4 = 24. If a <b and c> d then f(x)[0](1)',
    '2 times 3 times 4 equals 24. If a is less than b and c is greater than d then f(x)[0](1)',
  ],
  ['https://a.example/b?c=d, me@a.example, XIV, St.', 'https://a.example/b?c=d, me@a.example, XIV, St.'],
  ['H₂O is 2² ≠ 5', 'H2O is 2 squared is not equal to 5'],
  ['- 5 degrees', 'minus 5 degrees'],
  ['• one\n• two & three\n\n→ ✓ ★', 'one\ntwo and three'],
  ['Plain words, in a line.\n\nAnd another.', 'Plain words, in a line.\n\nAnd another.'],
])('%j is spoken as %j', (text, expected) => {
  expect(spokenText(text, { language: 'en-US' })).toBe(expected)
})

test('without normalization only the characters change', () => {
  const text = '**Bold** & $5, 2*3'
  expect(spokenText(`${text} ﬁne 😀`, { language: 'en', normalization: 'off' })).toBe(`${text} fine`)
})
