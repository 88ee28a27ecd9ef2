/** The version of Stripe's API whose shapes are answered: that of the pinned client. */
export const apiVersion = '2026-10-28.endive'
