import { oneOf } from '../word-lists.ts'
import { partsWith, romance } from './romance.ts'

export const portugueseFractions = romance(
  {
    language: 'pt',
    measures: {
      m: `quilômetro quilómetro metro centímetro milímetro quilo quilograma grama litro mililitro ano mês:meses dia minuto segundo ponto copo
        pé euro dólar:dólares século grau galão:galões pacote limão:limões pimentão:pimentões abacate pepino`,
      f: 'hora xícara chávena colher:colheres semana milha página libra onça polegada volta vez:vezes dúzia tonelada garrafa pitada cebola maçã lata',
    },
    parts: {
      ...partsWith((one) => `${one}s`, {
        ...{
          2: 'meio',
          3: 'terço',
          4: 'quarto',
          5: 'quinto',
          6: 'sexto',
          7: 'sétimo',
          8: 'oitavo',
          9: 'nono',
          10: 'décimo',
          100: 'centésimo',
        },
      }),
      ...partsWith((one) => one, {
        12: 'doze avos',
        16: 'dezesseis avos',
        32: 'trinta e dois avos',
        64: 'sessenta e quatro avos',
      }),
    },
    one: 'um',
    and: 'e',
    half: { m: 'meio', f: 'meia' },
    halfOfAll: 'metade',
    partOf: (noun) => `de ${noun}`,
    oneOf: (noun, gender) => `${gender === 'f' ? 'uma' : 'um'} ${noun}`,
    two: { m: 'dois', f: 'duas' },
    article: /(?:^|\P{L})(?:o|a|um|uma) $/iu,
  },
  {
    of: /^ (?:de|do|da|dos|das) (?!\d|(?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)(?!\p{L}))/u,
    isDated: oneOf('segunda terça quarta quinta sexta em no dia desde até data ao nascido nascida'),
    isCounter: oneOf(
      'página páginas pág p pp parte passo número nº capítulo tomo pergunta nível fase rodada andar versão nota resultado placar proporção lição compasso linha',
    ),
    isScore: oneOf('estrelas estrela pontos'),
  },
)
