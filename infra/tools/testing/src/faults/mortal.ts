/** The error in a dead process, in place of each answer that it no longer gets. */
export class Death extends Error {}

/** A process that dies after its nth call took effect and before it returned. */
export function createMortal(n: number) {
  let calls = 0
  async function call<T>(act: () => Promise<T>): Promise<T> {
    if (++calls > n) throw new Death('dead')
    const result = await act()
    if (calls >= n) throw new Death('dead')
    return result
  }
  return {
    call,
    isDead: () => calls >= n,
    /** The same store or client, each of whose methods is such a call. @param harmless methods that write nothing, and are none */
    mortally: <Of extends object>(object: Of, harmless: string[] = []): Of =>
      new Proxy(object, {
        get(target, name, receiver) {
          const member: unknown = Reflect.get(target, name, receiver)
          if (typeof member !== 'function') return member
          if (harmless.includes(String(name))) return member.bind(target)
          return (...given: unknown[]) => call(async () => await member.apply(target, given))
        },
      }),
  }
}
