import { Counter } from 'prom-client'

const tokens = new Counter({
  name: 'chat_tokens_total',
  help: 'Tokens that models wrote and were paid for',
  labelNames: ['provider', 'model'],
})

export const countTokens = (provider: string, model: string, count: number): void =>
  tokens.inc({ provider, model }, count)
