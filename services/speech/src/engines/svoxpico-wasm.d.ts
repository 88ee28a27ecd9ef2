/** The part of the package that is used; it brings no declarations. Figures are addresses in its memory, but for sizes and statuses. */
declare module '@echogarden/svoxpico-wasm' {
  export type Pico = {
    /** Another view whenever the memory has grown. */
    HEAPU8: Uint8Array<ArrayBuffer>
    FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void }
    _malloc(sizeBytes: number): number
    _free(address: number): void
    _pico_initialize(area: number, sizeBytes: number, system: number): number
    _pico_loadResource(system: number, path: number, resource: number): number
    _pico_getResourceName(system: number, resource: number, name: number): number
    _pico_createVoiceDefinition(system: number, voice: number): number
    _pico_addResourceToVoiceDefinition(system: number, voice: number, resourceName: number): number
    _pico_newEngine(system: number, voice: number, engine: number): number
    _pico_putTextUtf8(engine: number, text: number, sizeBytes: number, taken: number): number
    _pico_getData(engine: number, samples: number, sizeBytes: number, given: number, kind: number): number
  }
  export default function open(): Promise<Pico>
}
