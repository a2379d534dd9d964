/** Given names usual in Spain, Portugal and Latin America, where a person has two surnames and goes by the first. */
export const IBERIAN_GIVEN_NAMES: ReadonlySet<string> = new Set(
  `
adalberto adolfo adriana agustin alberto alejandra alejandro alfonso alfredo alicia alvaro amparo ana anabel andres angel angela
angeles anselmo antonia antonio araceli armando arturo ascension asuncion aurelio aurora baltasar beatriz belen benito benjamin
bernardo blanca carlos carlota carmen carolina catalina cecilia celestino celia cesar claudia claudio clemente concepcion
consuelo cristina cristobal cruz daniel dario david delfin diego dolores domingo eduardo elena elisa eloisa elvira emilia emilio
encarnacion enrique ernesto esperanza esteban esther eugenia eugenio eulalia eva fabio fatima federico felipe felix fermin
fernanda fernando fidel florencio francisca francisco gabriel gabriela gaspar genaro gerardo german gilberto gloria gonzalo
graciela gregorio guadalupe guillermo gustavo hector herminio hernan hugo humberto ignacio ildefonso ines inmaculada irene
isabel isidro ismael ivan jacinto jaime javier jeronimo jesus jimena joao joaquin joaquim jordi jorge jose josefa josefina josep
juan juana juana julia julian julio justo laura leandro leonardo leonor leopoldo leticia lidia lorena lorenzo lourdes lucia luis
luisa luiz magdalena manuel manuela marcela marcelo marco marcos margarita maria mariana mariano mario marisol marta martha
mateo matias mauricio maximo mercedes miguel milagros miriam modesto monica montserrat nelson nicolas nieves norberto norma nuno
nuria octavio olga orlando oscar osvaldo pablo paloma patricia paula paulo pedro pilar purificacion rafael ramiro ramon raquel
raul rebeca reinaldo remedios renato ricardo roberto rocio rodolfo rodrigo rogelio rogerio roman roque rosa rosalia rosario
ruben rui salvador samuel sandra santiago sara sebastian sergio silvia simon sofia soledad soraya susana teodoro teresa tiago
tomas valentin valeria vanessa vasco veronica vicenta vicente victor victoria virginia xavier yolanda
`
    .trim()
    .split(/\s+/),
);
