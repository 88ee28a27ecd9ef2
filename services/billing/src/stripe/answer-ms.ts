/** Milliseconds for an answer that waits for Stripe, in which a card may be charged. The gateway waits for 70 s. */
export const stripeAnswerMs = 45_000
