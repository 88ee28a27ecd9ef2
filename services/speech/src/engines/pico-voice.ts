import type { Pico } from '@echogarden/svoxpico-wasm'

/** The size that SVOX's `pico2wave` gives it; each voice needs less. */
const areaBytes = 2_500_000
const textBytes = 16_384
const soundBytes = 4_096
/** `PICO_STEP_IDLE` and `PICO_STEP_BUSY` of `picoapid.h`. */
const [idle, busy] = [200, 201]

export type PicoFile = { name: string; bytes: Uint8Array }
/** Speaks a text with Pico's own tags, as 16 bit at 16 kHz. */
export type SpeakPico = (text: string) => Uint8Array[]

/**
 * A voice of SVOX Pico in an area of memory of its own.
 * @param files the analysis of its language's texts, and its sounds
 * @throws Error when they are no voice
 */
export function openPicoVoice(pico: Pico, files: PicoFile[]): SpeakPico {
  const [place, taken] = [pico._malloc(8), pico._malloc(8)]
  const [text, sound] = [pico._malloc(textBytes), pico._malloc(soundBytes)]
  const read = () => new DataView(pico.HEAPU8.buffer)
  const addressed = (status: number, step: string): number => {
    mustBe(0, status, step)
    return read().getUint32(place, true)
  }
  const written = (value: string): number => {
    const bytes = Buffer.from(`${value}\0`)
    const at = pico._malloc(bytes.length)
    pico.HEAPU8.set(bytes, at)
    return at
  }
  pico.HEAPU8.fill(0, place, place + 8)
  const area = pico._malloc(areaBytes)
  const system = addressed(pico._pico_initialize(area, areaBytes, place), 'start')
  const voice = written('voice')
  mustBe(0, pico._pico_createVoiceDefinition(system, voice), 'define its voice')
  for (const { name, bytes } of files) {
    pico.FS.writeFile(name, bytes)
    const resource = addressed(pico._pico_loadResource(system, written(name), place), `load ${name}`)
    pico.FS.unlink(name)
    const resourceName = pico._malloc(256)
    mustBe(0, pico._pico_getResourceName(system, resource, resourceName), `name ${name}`)
    mustBe(0, pico._pico_addResourceToVoiceDefinition(system, voice, resourceName), `take ${name}`)
  }
  const engine = addressed(pico._pico_newEngine(system, voice, place), 'open its voice')
  const opened = pico.HEAPU8.slice(area, area + areaBytes)

  return (spoken) => {
    // Nothing is left of the text before, neither a part that was broken off nor how far its noise had come, which a reset leaves: a text sounds the same each time.
    pico.HEAPU8.set(opened, area)
    // It speaks when it reads the zero behind the text.
    const bytes = Buffer.from(`${spoken}\0`)
    const parts: Uint8Array[] = []
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + textBytes)
      pico.HEAPU8.set(part, text)
      mustBe(0, pico._pico_putTextUtf8(engine, text, part.length, taken), 'take the text')
      const takenBytes = read().getInt16(taken, true)
      if (takenBytes <= 0) throw new Error('Pico took nothing of the text')
      at += takenBytes
      let status = busy
      while (status === busy) {
        status = pico._pico_getData(engine, sound, soundBytes, taken, taken + 4)
        const length = read().getInt16(taken, true)
        if (length > 0) parts.push(pico.HEAPU8.slice(sound, sound + length))
      }
      mustBe(idle, status, 'speak')
    }
    return parts
  }
}

function mustBe(expected: number, status: number, step: string): void {
  if (status !== expected) throw new Error(`Pico could not ${step}: ${status}`)
}
