import * as z from 'zod/mini'

const sounds = z.record(
  z.string().check(z.maxLength(8)),
  z.array(z.int().check(z.gte(0), z.lte(4096))).check(z.maxLength(8)),
)

/** The part of a Piper voice's `.onnx.json` that speaking needs. */
export const PiperConfig = z.object({
  audio: z.object({ sample_rate: z.int().check(z.gte(8_000), z.lte(48_000)) }),
  espeak: z.object({ voice: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/)) }),
  phoneme_id_map: sounds,
})
