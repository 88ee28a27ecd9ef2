import { InferenceSession, Tensor } from 'onnxruntime-node'

/** A model that is loaded; `run` takes and gives tensors by their names. */
export type Session = Pick<InferenceSession, 'run' | 'inputNames'>

/**
 * A model, ready to run. Weights that the file has as integers beside their scale are made float once, here: the processor multiplies those
 * about twice as fast as integers.
 * @param threads per run; more runs at once share them
 */
export const openSession = (model: string | Uint8Array, threads: number): Promise<Session> =>
  InferenceSession.create(model as string, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    extra: { session: { disable_quant_qdq: '1' } },
  })

export const integers = (values: number[], shape: number[]): Tensor =>
  new Tensor('int64', BigInt64Array.from(values, BigInt), shape)
export const floats = (values: Float32Array | number[], shape: number[]): Tensor =>
  new Tensor('float32', Float32Array.from(values), shape)
