/** The forms in which the sound of a job can be had besides its mp3, by the names that OpenAI's speech has for them. `pcm`: 16 bit, little-endian, mono, 24 kHz. */
export const soundFormats = ['mp3', 'wav', 'opus', 'flac', 'aac', 'pcm'] as const
export type SoundFormat = (typeof soundFormats)[number]

/** The forms of ElevenLabs' speech, by its names for them: a coding, its sample rate, its kilobits a second where it has them. */
export const ratedFormats = [
  ...(['mp3_22050_32', 'mp3_24000_48', 'mp3_44100_32', 'mp3_44100_64', 'mp3_44100_96'] as const),
  ...(['mp3_44100_128', 'mp3_44100_192'] as const),
  ...(['pcm_8000', 'pcm_16000', 'pcm_22050', 'pcm_24000', 'pcm_32000', 'pcm_44100', 'pcm_48000'] as const),
  ...(['wav_8000', 'wav_16000', 'wav_22050', 'wav_24000', 'wav_32000', 'wav_44100', 'wav_48000'] as const),
  ...(['opus_48000_32', 'opus_48000_64', 'opus_48000_96', 'opus_48000_128', 'opus_48000_192'] as const),
  ...(['ulaw_8000', 'alaw_8000'] as const),
] as const
export type RatedFormat = (typeof ratedFormats)[number]

export type SoundCoding = SoundFormat | 'ulaw' | 'alaw'

/** The parts of a form's name; those that it leaves out are chosen by whoever makes the sound. */
export function partsOfFormat(format: SoundFormat | RatedFormat) {
  const [coding, sampleRate, kilobits] = format.split('_')
  return {
    coding: coding as SoundCoding,
    sampleRate: sampleRate === undefined ? undefined : Number(sampleRate),
    bitrate: kilobits === undefined ? undefined : Number(kilobits) * 1_000,
  }
}

/** The forms that can be sent while a sound is spoken: their pieces follow one another. Ogg and FLAC are made of the whole sound. */
export const liveFormats = [...soundFormats, ...ratedFormats].filter(
  (format) => !['opus', 'flac'].includes(partsOfFormat(format).coding),
)

export const soundTypes: Record<SoundCoding, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  aac: 'audio/aac',
  pcm: 'audio/pcm',
  ulaw: 'audio/basic',
  alaw: 'audio/pcma',
}
export const soundTypeOf = (format: SoundFormat | RatedFormat): string => soundTypes[partsOfFormat(format).coding]

/** Factors by which a sound is quickened after it was spoken; 1: as it is. */
export const tempoLimits = { min: 0.5, max: 2 }

/** A form of a sound, and the factor by which it is quickened without a change of pitch; 1: as it was spoken. */
export type SoundForm = { format: SoundFormat | RatedFormat; tempo: number }

/** The form in which sounds are spoken and stored. */
export const storedForm: SoundForm = { format: 'mp3', tempo: 1 }
export const isStoredForm = ({ format, tempo }: SoundForm): boolean =>
  format === storedForm.format && tempo === storedForm.tempo
