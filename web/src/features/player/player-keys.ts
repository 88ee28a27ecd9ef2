export const seekStepSeconds = 5

export type PlayerMove = { kind: 'toggle' } | { kind: 'seek'; toSeconds: number }

/** Keys of the play button and of the wave: space plays and pauses, arrows go 5 s, Home and End to the ends. */
export function moveOfKey(key: string, atSeconds: number, lengthSeconds: number): PlayerMove | undefined {
  const seek = (seconds: number): PlayerMove => ({
    kind: 'seek',
    toSeconds: Math.min(Math.max(seconds, 0), lengthSeconds),
  })
  switch (key) {
    case ' ':
      return { kind: 'toggle' }
    case 'ArrowLeft':
    case 'ArrowDown':
      return seek(atSeconds - seekStepSeconds)
    case 'ArrowRight':
    case 'ArrowUp':
      return seek(atSeconds + seekStepSeconds)
    case 'Home':
      return seek(0)
    case 'End':
      return seek(lengthSeconds)
    default:
      return undefined
  }
}
