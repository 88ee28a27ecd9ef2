import { expect, test } from 'vitest'
import { sentencesOf } from '../src/sentences/sentences.ts'

test.each<[string, string[]]>([
  ['en', ['The author J. R. R. Tolkien met C. S. Lewis. ', 'They talked.']],
  ['en-US', ['Gen. Smith of Acme Inc. paid approx. 5 dollars (see Fig. 3). ', "It's No. 5. ", 'Dr. Jones left.']],
  ['en', ['Run ./x now, with .NET, ...then stop. ', 'See https://a.example/b?c=d. ', 'Fine!']],
  ['en', ['One.\n', 'Two\n\n', 'Three.']],
  ['fr', ['M. Dupont est là. ', 'Il part.']],
  ['de', ['Das ist z. B. Nr. 5. ', 'Am 5. Mai kam er.']],
  ['es', ['El Sr. García vive en EE. UU. desde 1990. ', 'Sí.']],
  ['ja', ['これは文です。', '次の文です。']],
  ['hi', ['यह है। ', 'वह है।']],
  ['xx-unknown', ['Mr. Smith came. ', 'He left.']],
])('in %s there are the sentences %j', (language, sentences) => {
  expect(sentencesOf(sentences.join(''), language)).toEqual(sentences)
})
