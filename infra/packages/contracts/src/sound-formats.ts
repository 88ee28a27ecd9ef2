/** The forms in which the sound of a job can be had besides its mp3, by the names that OpenAI's speech has for them. `pcm`: 16 bit, little-endian, mono, 24 kHz. */
export const soundFormats = ['mp3', 'wav', 'opus', 'flac', 'aac', 'pcm'] as const
export type SoundFormat = (typeof soundFormats)[number]

export const soundTypes: Record<SoundFormat, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  aac: 'audio/aac',
  pcm: 'audio/pcm',
}

/** Factors by which a sound is quickened after it was spoken; 1: as it is. */
export const tempoLimits = { min: 0.5, max: 2 }

/** A form of a sound, and the factor by which it is quickened without a change of pitch; 1: as it was spoken. */
export type SoundForm = { format: SoundFormat; tempo: number }
