/* global SwaggerUIBundle */
// The key typed into "Authorize" stays in this tab's memory only.
window.addEventListener('DOMContentLoaded', () => {
  SwaggerUIBundle({
    url: '/api/v3/openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    validatorUrl: null,
    queryConfigEnabled: false,
    persistAuthorization: false,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    tryItOutEnabled: false,
    filter: true,
  });
});
