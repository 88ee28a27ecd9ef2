import { expect, test } from 'vitest'
import { form } from '../src/form/form.ts'

test.each([
  ['ligatures', 'The ﬁrst oﬃcer of the ﬂeet', 'The first officer of the fleet'],
  ['full width', 'Ｆｕｌｌ　ｗｉｄｔｈ！', 'Full width!'],
  ['letters of mathematics', '𝐛𝐨𝐥𝐝 𝓈𝒸𝓇𝒾𝓅𝓉 𝔣𝔯𝔞𝔨𝔱𝔲𝔯 𝕕𝕠𝕦𝕓𝕝𝕖 𝟜𝟚', 'bold script fraktur double 42'],
  ['letters in circles and boxes', 'ⓗⓘ 🅷🅴🅻🅻🅾 🄱🄾🅇', 'hi HELLO BOX'],
  ['small capitals', 'ʜᴇʟʟᴏ ᴡᴏʀʟᴅ', 'hello world'],
  ['raised letters', '1ˢᵗ and 2ⁿᵈ', '1st and 2nd'],
  ['lines and heaps of accents', 'h̷e̶l̵l̲o z̸̢̛̗͓͔a', 'hello z̢̛a'],
  ['decomposed letters', 'cafe\u0301 nai\u0308ve ro\u0302\u0323', 'café naïve rộ'],
  ['letters of Korean and Thai', 'ㅋㅋ 한국 ทำ', 'ㅋㅋ 한국 ทำ'],
  ['signs with a meaning', 'H₂O is 2² ≠ 5, ½ of № 3, 1º © ® ™ …', 'H₂O is 2² ≠ 5, ½ of № 3, 1º © ® ™ …'],
  ['composed units', '60㎞ at 5℃', '60km at 5°C'],
  ['keycaps', 'Press 1️⃣ for sales, 2️⃣ for help, *️⃣ or #️⃣', 'Press 1 for sales, 2 for help, * or #'],
  ['keycaps of one number, and beside words', '1️⃣0️⃣ 🔟 a1️⃣b 52️⃣', '10 10 a 1 b 5 2'],
  ['numbers in circles', '①first ②', '1 first 2'],
  ['emoji', 'Nice 😀👍🏽 work 👩‍👩‍👧! 🇺🇸', 'Nice work!'],
  ['emoji between words', 'yes😀no ❤️‍🔥1', 'yes no 1'],
  ['emoji before a name that begins with a mark', '😀 .NET 🚀 ./x', '.NET ./x'],
  ['pictures of signs', '2 ➕ 2 🟰 4 ➡️ good❗', '2 + 2 = 4 → good!'],
  ['a man who walks to the right', '🚶‍➡️ here', 'here'],
  ['invisible characters', '\uFEFFze\u200Bro so\u00ADft a\u2060b\u200E', 'zero soft ab'],
  ['joiners of words that need them', 'क्\u200Dष می\u200Cخواهم', 'क्\u200Dष می\u200Cخواهم'],
  ['joiners where nothing joins', 'a\u200Db', 'ab'],
  ['control characters and halves of characters', 'a\u0000b\uD800c\uFFFDd\uE000e', 'a b c d e'],
  ['ends of lines', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['figures in groups', '12\u202F500\u00A0€ and 1\u00A0000\u00A0000', '12500 € and 1000000'],
  ['plain text', 'Plain, 42 words – "so"; it’s fine.', 'Plain, 42 words – "so"; it’s fine.'],
])('%s: %j is %j', (_, text, expected) => {
  expect(form(text)).toBe(expected)
})
