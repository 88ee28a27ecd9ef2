import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, begin, openFakeOpenAi, questionOf } from './fake-openai.ts'

/** Some thirty words a second, as the vendors' quick models write. */
const everyMs = 33
const sentence = 'Behind its walls ships lie safely.'
const sentenceCounts: Record<string, number> = { one: 1, two: 2, three: 3, five: 5 }

/**
 * A chat model in place of a vendor's: it writes word by word as many sentences as the question asks for ('in five sentences'), ten for
 * something long, else two. Screens show the reply of any model; a real one on two cores would take most of their time.
 * @param port the one that the platform under test calls
 */
export async function openPacedVendor(port: number): Promise<AsyncDisposable> {
  const vendor = await openFakeOpenAi(port)
  vendor.answers(paced)
  return { [Symbol.asyncDispose]: vendor.close }
}

const paced: Answer = async (response, request) => {
  const question = questionOf(request)
  const [, wanted = ''] = /\b(\w+) (?:short )?sentences?\b/.exec(question) ?? []
  const count = sentenceCounts[wanted] ?? (/\blong\b/.test(question) ? 10 : 2)
  const words = Array.from({ length: count }, () => sentence)
    .join(' ')
    .split(/(?<= )/)
  const stream = begin(response)
  for (const word of words) {
    if (response.destroyed) return
    stream.piece(word)
    await pause(everyMs)
  }
  stream.finish('stop')
  stream.usage(words.length)
  stream.done()
}
