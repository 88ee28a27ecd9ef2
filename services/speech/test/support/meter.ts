import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type PlayedSound, playedSound } from '@utter/testing/sound/played'

export type Played = Omit<PlayedSound, 'samples'> & { sampleCount: number; first50Ms: number; last100Ms: number }

/** An mp3 as a player plays it, with how loud its ends are. */
export async function play(mp3: Buffer): Promise<Played> {
  const { samples, ...played } = await playedSound(mp3)
  const loudest = (part: Float32Array) => part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return {
    ...played,
    sampleCount: samples.length,
    first50Ms: loudest(samples.subarray(0, 1920)),
    last100Ms: loudest(samples.subarray(-4800)),
  }
}

/** The same by the machine's own ffmpeg, where there is one. */
export async function lufsByFfmpeg(path: string): Promise<number | undefined> {
  const run = promisify(execFile)(
    'ffmpeg',
    ['-hide_banner', '-nostats', '-i', path, '-af', 'ebur128', '-f', 'null', '-'],
    { maxBuffer: 1e8 },
  )
  const output = await run.catch(() => undefined)
  const figure = output?.stderr.match(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/)?.[1]
  return figure === undefined ? undefined : Number(figure)
}
