export const CheckoutDone = () => null
