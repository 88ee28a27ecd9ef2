import { openPiperEngine, type PiperEngine } from '../../engines/piper/open-piper.ts'

export type EnginePool = {
  /** Has a model's engine do something. */
  use<T>(model: string, work: (engine: PiperEngine) => Promise<T>): Promise<T>
  /** Ends the engine of a model that is gone, or is another now. */
  drop(model: string): Promise<void>
  /** The models whose engines are there, the least recently used first. */
  models(): string[]
  close(): Promise<void>
}

/** Engines of which the least recently used ones leave memory as soon as there are more than `max`, but for those at work. */
export function createEnginePool(max: number): EnginePool {
  const engines = new Map<string, { engine: PiperEngine; works: number }>()
  const drop = async (model: string) => {
    const { engine } = engines.get(model) ?? {}
    engines.delete(model)
    await engine?.close()
  }
  const shrink = async () => {
    const idle = [...engines].filter(([, { works }]) => works === 0).map(([model]) => model)
    await Promise.all(idle.slice(0, Math.max(0, engines.size - max)).map(drop))
  }
  return {
    async use(model, work) {
      const used = engines.get(model) ?? { engine: openPiperEngine(model), works: 0 }
      // Its place in the map is behind the others then.
      engines.delete(model)
      engines.set(model, used)
      used.works++
      try {
        await shrink()
        return await work(used.engine)
      } finally {
        used.works--
        await shrink()
      }
    },
    drop,
    models: () => [...engines.keys()],
    async close() {
      await Promise.all([...engines.keys()].map(drop))
    },
  }
}
