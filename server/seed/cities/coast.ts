import { neighborhood, type SeedCity } from './city.ts'

export const recife: SeedCity = {
  name: 'Recife',
  state: 'PE',
  timeZone: 'America/Recife',
  areaCode: '81',
  shops: 24,
  priceFactor: 0.95,
  neighborhoods: [
    neighborhood(
      'Boa Viagem',
      [-8.12, -34.901],
      '51020',
      2,
      'Avenida Conselheiro Aguiar, Avenida Engenheiro Domingos Ferreira, Rua dos Navegantes, Rua Ribeiro de Brito',
    ),
    neighborhood(
      'Boa Vista',
      [-8.059, -34.889],
      '50060',
      0,
      'Avenida Conde da Boa Vista, Rua da Aurora, Rua do Hospício, Rua Sete de Setembro',
    ),
    neighborhood(
      'Casa Forte',
      [-8.035, -34.918],
      '52061',
      2,
      'Avenida Dezessete de Agosto, Rua Jacó Velosino, Estrada do Encanamento',
    ),
    neighborhood(
      'Espinheiro',
      [-8.042, -34.895],
      '52020',
      1,
      'Rua da Hora, Rua do Espinheiro, Rua Conselheiro Portela, Avenida João de Barros',
    ),
    neighborhood('Graças', [-8.045, -34.9], '52011', 2, 'Avenida Rui Barbosa, Rua das Graças, Rua Joaquim Nabuco'),
    neighborhood(
      'Bairro do Recife',
      [-8.063, -34.871],
      '50030',
      1,
      'Rua do Bom Jesus, Rua da Guia, Avenida Marquês de Olinda',
    ),
  ],
}

export const portoAlegre: SeedCity = {
  name: 'Porto Alegre',
  state: 'RS',
  timeZone: 'America/Sao_Paulo',
  areaCode: '51',
  shops: 22,
  priceFactor: 1.05,
  neighborhoods: [
    neighborhood(
      'Cidade Baixa',
      [-30.04, -51.22],
      '90050',
      1,
      'Rua da República, Rua General Lima e Silva, Rua João Alfredo, Rua José do Patrocínio',
    ),
    neighborhood(
      'Moinhos de Vento',
      [-30.026, -51.202],
      '90570',
      2,
      'Rua Padre Chagas, Rua Dinarte Ribeiro, Rua Fernando Gomes, Rua Félix da Cunha',
    ),
    neighborhood(
      'Bom Fim',
      [-30.032, -51.212],
      '90035',
      1,
      'Avenida Osvaldo Aranha, Rua Fernandes Vieira, Rua Henrique Dias, Rua General João Telles',
    ),
    neighborhood(
      'Centro Histórico',
      [-30.031, -51.229],
      '90010',
      0,
      'Rua dos Andradas, Rua Duque de Caxias, Avenida Borges de Medeiros, Rua Riachuelo',
    ),
    neighborhood(
      'Petrópolis',
      [-30.04, -51.185],
      '90460',
      2,
      'Avenida Protásio Alves, Rua Carazinho, Rua Lavras, Rua João Abbott',
    ),
    neighborhood(
      'Menino Deus',
      [-30.055, -51.222],
      '90130',
      1,
      'Avenida Getúlio Vargas, Rua José de Alencar, Avenida Ganzo, Rua Múcio Teixeira',
    ),
  ],
}

export const noronha: SeedCity = {
  name: 'Fernando de Noronha',
  state: 'PE',
  timeZone: 'America/Noronha',
  areaCode: '81',
  shops: 3,
  priceFactor: 1.5,
  neighborhoods: [
    neighborhood(
      'Vila dos Remédios',
      [-3.8405, -32.411],
      '53990',
      1,
      'Rua São Miguel, Praça Presidente Getúlio Vargas',
    ),
    neighborhood('Vila do Trinta', [-3.845, -32.4145], '53990', 1, 'Rua Nice Cordeiro, Rua Dom Juquinha'),
    neighborhood('Floresta Nova', [-3.8485, -32.418], '53990', 0, 'Rua Amaro Preto, Alameda do Boldró'),
  ],
}
