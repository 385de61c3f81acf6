import { neighborhood, type SeedCity } from './city.ts'

export const manaus: SeedCity = {
  name: 'Manaus',
  state: 'AM',
  timeZone: 'America/Manaus',
  areaCode: '92',
  shops: 20,
  priceFactor: 0.95,
  neighborhoods: [
    neighborhood(
      'Adrianópolis',
      [-3.101, -60.011],
      '69057',
      2,
      'Rua Recife, Rua Salvador, Rua Rio Jutaí, Avenida Jornalista Umberto Calderaro Filho',
    ),
    neighborhood(
      'Centro',
      [-3.132, -60.024],
      '69010',
      0,
      'Avenida Eduardo Ribeiro, Avenida Sete de Setembro, Rua Dez de Julho, Avenida Joaquim Nabuco',
    ),
    neighborhood(
      'Nossa Senhora das Graças',
      [-3.1085, -60.019],
      '69053',
      2,
      'Rua Rio Branco, Rua João Valério, Rua Pará, Rua Acre',
    ),
    neighborhood(
      'Parque 10 de Novembro',
      [-3.079, -60.009],
      '69055',
      1,
      'Rua do Comércio, Avenida Tancredo Neves, Rua Dom Diogo de Souza',
    ),
    neighborhood(
      'Ponta Negra',
      [-3.069, -60.098],
      '69037',
      2,
      'Avenida Coronel Teixeira, Avenida do Turismo, Rua Raul Azevedo',
    ),
  ],
}

export const cuiaba: SeedCity = {
  name: 'Cuiabá',
  state: 'MT',
  timeZone: 'America/Cuiaba',
  areaCode: '65',
  shops: 14,
  priceFactor: 0.95,
  neighborhoods: [
    neighborhood(
      'Goiabeiras',
      [-15.5945, -56.108],
      '78032',
      2,
      'Avenida São Sebastião, Rua Marechal Floriano Peixoto, Avenida José Monteiro de Figueiredo',
    ),
    neighborhood(
      'Centro Norte',
      [-15.5965, -56.096],
      '78005',
      0,
      'Rua Barão de Melgaço, Rua Cândido Mariano, Avenida Getúlio Vargas, Rua Pedro Celestino',
    ),
    neighborhood(
      'Bosque da Saúde',
      [-15.588, -56.082],
      '78050',
      1,
      'Avenida Historiador Rubens de Mendonça, Rua Oriente Tenuta, Rua das Camélias',
    ),
    neighborhood(
      'Jardim das Américas',
      [-15.61, -56.067],
      '78060',
      2,
      'Avenida Brasília, Rua Bogotá, Rua Buenos Aires',
    ),
  ],
}

export const rioBranco: SeedCity = {
  name: 'Rio Branco',
  state: 'AC',
  timeZone: 'America/Rio_Branco',
  areaCode: '68',
  shops: 8,
  priceFactor: 0.85,
  neighborhoods: [
    neighborhood(
      'Centro',
      [-9.9745, -67.81],
      '69900',
      0,
      'Avenida Getúlio Vargas, Rua Benjamin Constant, Avenida Brasil, Rua Quintino Bocaiúva',
    ),
    neighborhood(
      'Bosque',
      [-9.964, -67.807],
      '69900',
      1,
      'Rua Marechal Deodoro, Rua Coronel Alexandrino, Rua Rio Grande do Sul',
    ),
    neighborhood(
      'Estação Experimental',
      [-9.951, -67.822],
      '69918',
      1,
      'Estrada Dias Martins, Avenida Nações Unidas, Rua São Francisco',
    ),
  ],
}
