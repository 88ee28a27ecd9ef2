import { oneOf } from '../word-lists.ts'
import { partsWith, romance } from './romance.ts'

export const spanishFractions = romance(
  {
    language: 'es',
    measures: {
      m: `kilómetro metro centímetro milímetro kilo kilogramo gramo litro mililitro año mes:meses día minuto segundo punto vaso pie euro
        dólar:dólares siglo grado galón:galones paquete limón:limones pimiento pepino aguacate`,
      f: 'hora taza cucharada cucharadita semana milla página libra onza pulgada vuelta vez:veces manzana docena tonelada botella pizca unidad:unidades cebolla lata barra copa',
    },
    parts: partsWith((one) => `${one}s`, {
      ...{
        2: 'medio',
        3: 'tercio',
        4: 'cuarto',
        5: 'quinto',
        6: 'sexto',
        7: 'séptimo',
        8: 'octavo',
        9: 'noveno',
        10: 'décimo',
      },
      ...{ 12: 'doceavo', 16: 'dieciseisavo', 32: 'treintaidosavo', 64: 'sesentaicuatroavo', 100: 'centésimo' },
    }),
    one: 'un',
    and: 'y',
    half: { m: 'medio', f: 'media' },
    ofParts: { 3: 'terceras', 4: 'cuartas', 5: 'quintas', 6: 'sextas', 8: 'octavas', 10: 'décimas' },
    halfOfAll: 'la mitad',
    partOf: (noun) => `de ${noun}`,
    oneOf: (noun, gender) => `${gender === 'f' ? 'una' : 'un'} ${noun}`,
    article: /(?:^|\P{L})(?:el|la|un|una) $/iu,
  },
  {
    of: /^ (?:de|del) (?!\d|(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)(?!\p{L}))/u,
    isDated: oneOf('el del al día desde hasta fecha en nacido nacida'),
    isCounter: oneOf(
      'página páginas pág p pp parte paso número núm nº capítulo tomo pregunta nivel fase ronda piso puerta versión nota resultado marcador proporción lección compás fila',
    ),
    isScore: oneOf('estrellas estrella puntos'),
  },
)
