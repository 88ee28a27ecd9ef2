/** A sum in dollars as the server writes it, '12.50', in cents. */
export const cents = (amount: string): number => Math.round(Number(amount) * 100)
