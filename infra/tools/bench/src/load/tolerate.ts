/** A run of minutes may lose one call of a thousand; more, and its figures are not those of the load that was meant. @throws then */
export function tolerate(failed: number, sent: number, what: string): void {
  if (failed > sent / 1_000) throw new Error(`${failed} of ${sent} ${what} failed`)
}
