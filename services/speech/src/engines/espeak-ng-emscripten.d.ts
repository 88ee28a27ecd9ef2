/** The part of the package that is used; it brings no declarations. */
declare module '@echogarden/espeak-ng-emscripten' {
  type Worker = {
    /** @returns 0, or an error's number */
    set_voice(name: string): number
    /** @returns the address of a C string, valid until the next call */
    convert_to_phonemes(text: string, useIpa: boolean): { ptr: number }
  }
  export default function open(): Promise<{ HEAPU8: Uint8Array; eSpeakNGWorker: new () => Worker }>
}
