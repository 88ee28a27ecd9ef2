import { Readable } from 'node:stream'
import { startsOfSections } from '@utter/jobs/domain/works/chapter-length'
import type { ChapterOutline } from '@utter/jobs/domain/works/work'
import { partsOfChapter, soundOfParts } from '@utter/jobs/views/works/chapter-sound'
import { encodeMp3 } from '@utter/speech/audio/mp3-encoder'
import { mp3File } from '@utter/speech/audio/mp3-file'
import { transcode } from '@utter/speech/audio/transcode'
import { expect, test } from 'vitest'

const rate = 48_000
/** Silence of so many ms, then a second of a tone. */
function toneAfter(ms: number): Buffer {
  const samples = new Float32Array((rate * (ms + 1_000)) / 1_000)
  for (let at = (rate * ms) / 1_000; at < samples.length; at++)
    samples[at] = 0.5 * Math.sin((at * 2 * Math.PI * 440) / rate)
  const chain = `aresample=${rate},aformat=channel_layouts=stereo`
  const { frames, sampleCount } = encodeMp3({ samples, sampleRate: rate }, chain)
  return mp3File(frames, sampleCount)
}

test('a sound of a section is where its chapter says, to five milliseconds, as FFmpeg plays it', async () => {
  const onsetsMs = [300, 450, 777]
  const files = new Map(onsetsMs.map((ms) => [`${ms}`, toneAfter(ms)]))
  const sections = [...files].map(([jobId, { length }]) => ({
    ...{ id: jobId, revision: 1, characters: 1, tries: 0, jobs: [], paragraphs: [] },
    sound: { jobId, revision: 1, sizeBytes: length, durationMs: 0 },
  }))
  const chapter = { sections } as unknown as ChapterOutline
  const bytes = async (jobId: string, _signal: AbortSignal, { start, end }: { start: number; end: number }) =>
    Readable.from([files.get(jobId)?.subarray(start, end + 1)])
  const whole = { start: 0, end: Number.MAX_SAFE_INTEGER }
  const parts: Buffer[] = []
  for await (const part of soundOfParts(
    { bytes },
    partsOfChapter(chapter, Buffer.alloc(0)),
    whole,
    new AbortController().signal,
  ))
    parts.push(part as Buffer)
  const pcm = transcode(Buffer.concat(parts), { format: 'pcm_48000', tempo: 1 })
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.length / 2))
  for (const [index, startMs] of startsOfSections(chapter)?.entries() ?? []) {
    // Behind what is left of the section before.
    const from = Math.round((startMs * rate) / 1_000)
    const onset = from + samples.subarray(from).findIndex((sample) => Math.abs(sample) > 3_000)
    expect(Math.abs((onset * 1_000) / rate - startMs - (onsetsMs[index] ?? 0))).toBeLessThan(5)
  }
  expect(startsOfSections(chapter)).toHaveLength(3)
})
