declare module 'sentencex' {
  export function segment(language: string, text: string): string[]
}
